"""Running the product: backup and restore, moving to another database, test data, the routes."""
