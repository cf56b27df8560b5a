package hooks

import "slices"

// SignWithAll is a [Signer] that signs with each of several presets and sends all signatures,
// for the time in which an endpoint's secret is replaced: receivers that know the old one and
// receivers that know the new one accept the delivery. It is for Standard Webhooks, where one
// may be of v1 and another of v1a, and for presets whose header is a list or of pairs, as Stripe's:
//
//	signer, err := hooks.SignWithAll(next, current) // of one constructor, or one Scheme
//
// It returns a [*ConfigError] without presets, for those of different senders, and for those
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
		case !p.isStandard() && p.list().comma == "":
			return bad(p.name + " has one signature only; SignWithAll is for Standard Webhooks and for headers that are lists or of pairs, t=...,v1=...")
		case p.SignatureHeader() != presets[0].SignatureHeader() || p.list() != presets[0].list():
			return bad("the presets of SignWithAll have different headers")
		}
	}
	return signers(slices.Clone(presets)), nil
}

// list is the form of a header that has room for several signatures.
func (p *Preset) list() form {
	if m, ok := p.scheme.(*headerMAC); ok && m.form.comma != "" {
		return m.form
	}
	return form{}
}

type signers []*Preset

// IDHeader is the header of the id, the same for all of them.
func (all signers) IDHeader() string { return all[0].IDHeader() }

// SignDelivery implements [Signer]. The first preset sets id and timestamp, which
// the others sign too.
func (all signers) SignDelivery(d *Delivery) error {
	if err := all[0].SignDelivery(d); err != nil {
		return err
	}
	for _, p := range all[1:] {
		if err := p.addSignature(d); err != nil {
			return err
		}
	}
	return nil
}

// addSignature adds the preset's signature to one that a delivery has.
func (p *Preset) addSignature(d *Delivery) error {
	if m, ok := p.scheme.(*headerMAC); ok {
		return m.addSignature(p.public(d))
	}
	before := d.header(p.header)
	d.Header.Del(p.header)
	if err := p.SignDelivery(d); err != nil {
		return err
	}
	d.Header.Set(p.header, before+" "+d.Header.Get(p.header))
	return nil
}
