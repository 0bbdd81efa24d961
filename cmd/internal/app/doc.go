// Package app builds the program from a Config: the engine that it names, the services
// over the engine and the surfaces over the services. It is the only package that
// chooses between the engines.
package app
