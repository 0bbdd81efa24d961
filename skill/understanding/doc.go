// Package understanding understands what was said to the skill, with the samples of an
// interaction model and a few lists of words for each language. The skill uses it for
// text that Alexa put into a slot; package talk uses it in place of Alexa.
//
// A sample fits a text literally, apart from letter case, character width, spaces and
// final punctuation; in Japanese also apart from katakana or hiragana. Loading a model
// compiles nothing: a sample is a prefix, a slot and a suffix. Command and Carried also
// accept polite forms of a sample, such as "could you read our memos for me" and
// 「メモを読んでもらえますか」; a sample whose words people also say to each other is not
// changed, because what they ask of each other is a memo.
package understanding
