"""Where data comes from: one folder a source, with a client, the shape on the wire, and the way into our models."""
