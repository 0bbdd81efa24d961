package main

import "slices"

// Places of attacks.
var (
	atServer = []place{server}
	atSites  = []place{server, webFunction}
	atStrict = []place{strictServer}
	atSkills = []place{server, skillFunction}
	atWeb    = []place{webFunction}
	atSkill  = []place{skillFunction}
	atEvery  = []place{server, strictServer, webFunction}
)

// attacks is the table, in the order in which they are played.
func attacks() []attack {
	return slices.Concat(joiningAttacks, rightsAttacks, sessionAttacks, browserAttacks, requestAttacks, limitAttacks,
		fileAttacks, tokenAttacks, voiceAttacks, measuredAttacks)
}
