// Package push keeps the devices, settings and batches of family/push in the SQLite database.
package push
