"""What would be, without saving anything: other facts under the same treaty, and planning ahead."""
