// Package push tells people of what happened in their family while they are not looking:
// on their browsers with Web Push (RFC 8030), and on their Echos with Alexa's Proactive
// Events.
//
// What is told at one time is a Batch. It opens with its first event and is due a minute
// later, or when the person's quiet hours end. Then it is closed, and sent to each device
// until the device's service accepts it, for 25 hours at most. Its texts are read when it is
// sent, with the rights of the person. Work may run in several processes and end at any
// moment: a batch is leased before it is sent, and a repeat replaces the notification that
// the device already shows.
package push
