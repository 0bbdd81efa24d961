package models

import (
	"regexp"
	"sync"
)

// MaxEmoji is the length of the longest emoji of a person, in bytes.
const MaxEmoji = 40

// pictograph matches a character with the property Extended_Pictographic of Unicode 15. It
// includes the characters that are reserved for later emoji.
const pictograph = `[` +
	`\x{A9}\x{AE}\x{203C}\x{2049}\x{2122}\x{2139}\x{2194}-\x{2199}\x{21A9}-\x{21AA}\x{231A}-\x{231B}\x{2328}` +
	`\x{2388}\x{23CF}\x{23E9}-\x{23F3}\x{23F8}-\x{23FA}\x{24C2}\x{25AA}-\x{25AB}\x{25B6}\x{25C0}\x{25FB}-\x{25FE}` +
	`\x{2600}-\x{2605}\x{2607}-\x{2612}\x{2614}-\x{2685}\x{2690}-\x{2705}\x{2708}-\x{2712}\x{2714}\x{2716}\x{271D}` +
	`\x{2721}\x{2728}\x{2733}-\x{2734}\x{2744}\x{2747}\x{274C}\x{274E}\x{2753}-\x{2755}\x{2757}\x{2763}-\x{2767}` +
	`\x{2795}-\x{2797}\x{27A1}\x{27B0}\x{27BF}\x{2934}-\x{2935}\x{2B05}-\x{2B07}\x{2B1B}-\x{2B1C}\x{2B50}\x{2B55}` +
	`\x{3030}\x{303D}\x{3297}\x{3299}\x{1F000}-\x{1F0FF}\x{1F10D}-\x{1F10F}\x{1F12F}\x{1F16C}-\x{1F171}` +
	`\x{1F17E}-\x{1F17F}\x{1F18E}\x{1F191}-\x{1F19A}\x{1F1AD}-\x{1F1E5}\x{1F201}-\x{1F20F}\x{1F21A}\x{1F22F}` +
	`\x{1F232}-\x{1F23A}\x{1F23C}-\x{1F23F}\x{1F249}-\x{1F3FA}\x{1F400}-\x{1F53D}\x{1F546}-\x{1F64F}` +
	`\x{1F680}-\x{1F6FF}\x{1F774}-\x{1F77F}\x{1F7D5}-\x{1F7FF}\x{1F80C}-\x{1F80F}\x{1F848}-\x{1F84F}` +
	`\x{1F85A}-\x{1F85F}\x{1F888}-\x{1F88F}\x{1F8AE}-\x{1F8FF}\x{1F90C}-\x{1F93A}\x{1F93C}-\x{1F945}` +
	`\x{1F947}-\x{1FAFF}\x{1FC00}-\x{1FFFD}` +
	`]`

// emoji matches one emoji as UTS #51 defines it in section 1.4.9: a flag of two letters, a
// keycap, or pictographs with joiners between them, each as it is, in color, with a tone of
// skin or with tags. It is compiled when it is first used, because few starts of a function
// on AWS need it.
var emoji = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[\x{1F1E6}-\x{1F1FF}]{2}|[0-9#*]\x{FE0F}?\x{20E3}|` + element + `(?:\x{200D}` + element + `)*)$`)
})

const element = pictograph + `\x{FE0F}?[\x{1F3FB}-\x{1F3FF}]?(?:[\x{E0020}-\x{E007E}]+\x{E007F})?`

// CheckEmoji returns nil if s is exactly one emoji of at most MaxEmoji bytes, and
// CodeInvalid/ReasonOneEmoji for field otherwise.
func CheckEmoji(field, s string) error {
	if len(s) > MaxEmoji || !emoji().MatchString(s) || DropHidden(s) != s {
		return Invalid(field, ReasonOneEmoji)
	}
	return nil
}
