"""The words of the law and of the product in three languages, and the list of every text."""
