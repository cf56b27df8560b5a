package hooks

import (
	"slices"
	"strings"
)

// SignWithAll is a [Signer] that signs with each of several presets of Standard
// Webhooks and sends all signatures, for the time in which an endpoint's secret
// is replaced: receivers that know the old one and receivers that know the new
// one accept the delivery, as may those of v1 and of v1a.
//
//	signer, err := hooks.SignWithAll(next, current) // of hooks.StandardWebhooks
//
// It returns a [*ConfigError] without presets, and for those of other senders,
// whose headers have room for one signature.
func SignWithAll(presets ...*Preset) (Signer, error) {
	bad := func(problem string) (Signer, error) {
		return nil, &ConfigError{Setting: "signer", Problem: problem}
	}
	if len(presets) == 0 {
		return bad("SignWithAll has no presets")
	}
	for _, p := range presets {
		switch {
		case usable(p) != nil:
			return bad("a preset of SignWithAll is nil: its constructor returned an error")
		case !p.isStandard():
			return bad(p.name + " has one signature only; SignWithAll is for Standard Webhooks and Svix")
		case p.SignatureHeader() != presets[0].SignatureHeader():
			return bad("the presets of SignWithAll have different headers")
		}
	}
	return signers(slices.Clone(presets)), nil
}

type signers []*Preset

// IDHeader is the header whose id all of them sign.
func (all signers) IDHeader() string { return all[0].IDHeader() }

// SignDelivery implements [Signer]. The first preset sets id and timestamp, which
// the others sign too.
func (all signers) SignDelivery(d *Delivery) error {
	var signatures []string
	for _, p := range all {
		d.Header.Del(p.SignatureHeader())
		if err := p.SignDelivery(d); err != nil {
			return err
		}
		signatures = append(signatures, d.Header.Get(p.SignatureHeader()))
	}
	d.Header.Set(all[0].SignatureHeader(), strings.Join(signatures, " "))
	return nil
}
