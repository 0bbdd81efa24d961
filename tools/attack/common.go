package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// common are places that several attacks share in the short form: attacks that use people
// of their own, leave nothing behind that affects others, and send no bodies on which a
// log line could depend. An attack that reaches a limit shared by all people, or needs
// flags, has a place of its own in every form.
type common struct {
	targets
	mu    sync.Mutex
	kept  map[place]*play // each has one place, which ends with it
	sites map[place]*site
	skill *skill
}

// newCommon returns common places of targets, none of which has started.
func newCommon(t targets) *common {
	return &common{targets: t, kept: map[place]*play{}, sites: map[place]*site{}}
}

// keeper returns the play that owns a place, with its log. The caller holds the lock.
func (c *common) keeper(at place) *play {
	if c.kept[at] == nil {
		c.kept[at] = &play{targets: c.targets, ctx: context.Background(), name: "common", at: at}
	}
	return c.kept[at]
}

// site returns the common place of an attack: the attack's secrets are searched for in
// the common log, when the attack ends and when the place ends.
func (c *common) site(p *play) *site {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.keeper(p.at)
	if c.sites[p.at] == nil {
		k.during(func() { c.sites[p.at] = k.site() })
	}
	if c.sites[p.at] == nil {
		p.Fatalf("the common place has not started: %v", k.failures)
	}
	s := *c.sites[p.at]
	s.p, p.keeper, p.logs = p, k, append(p.logs, k.logs...)
	return &s
}

// function is like site, but for the skill function.
func (c *common) function(p *play) skill {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.keeper(skillFunction)
	if c.skill == nil {
		k.during(func() { started := k.skillFunction(); c.skill = &started })
	}
	if c.skill == nil {
		p.Fatalf("the common place has not started: %v", k.failures)
	}
	p.keeper, p.logs = k, append(p.logs, k.logs...)
	return *c.skill
}

// close ends the places and searches their logs for the secrets of all attacks. No attack
// may be under way.
func (c *common) close() error {
	var errs []error
	for at, k := range c.kept {
		k.finish()
		if err := errors.Join(k.failures...); err != nil {
			errs = append(errs, fmt.Errorf("the common %s: %w", at, err))
		}
	}
	return errors.Join(errs...)
}
