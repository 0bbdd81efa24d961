package understanding

func englishClosings() fragmentLists {
	return fragmentLists{
		ends: list("no|nope|nah|none|no more|no need|nothing|nothing else|nothing more|nothing further|nothing at all|nothing to add|" +
			"that's all|that is all|that was all|that's it|that is it|that was it|that'll be all|that will be all|that would be all|that'll be it|that will be it|" +
			"that'll do|that will do|that's everything|that is everything|that's enough|that is enough|that's plenty|that's the lot|that's fine|that's ok|that's okay|" +
			"i'm good|i am good|we're good|we are good|all good|it's all good|i'm fine|i am fine|we're fine|it's fine|it's ok|it's okay|i'm ok|i'm okay|" +
			"i'm done|i am done|we're done|we are done|all done|done|finished|i'm finished|i am finished|we're finished|all finished|" +
			"all set|i'm all set|i am all set|we're all set|not now|not today|not right now|not really|not anymore|" +
			"i don't need anything|i don't need anything else|i don't need anything more|i don't want anything else|don't need anything|" +
			"i don't have anything else|i have nothing else|i've got nothing else|i can't think of anything|i can't think of anything else|can't think of anything else|" +
			"bye|bye bye|bye-bye|goodbye|good bye|good night|goodnight|see you|see ya|see you later|see you tomorrow|talk to you later|have a good day|have a nice day|" +
			"never mind|nevermind|forget it|forget about it|don't worry|don't worry about it|no worries|i changed my mind|leave it at that|let's leave it at that|" +
			"stop|stop it|cancel|cancel it|exit|quit|enough|shut up|be quiet|go away|no thanks|no thank you"),
		thanks: list("thanks|thank you|thanks a lot|thanks a bunch|thanks so much|thanks very much|thank you very much|thank you so much|thanks again|many thanks|" +
			"cheers|much appreciated|i appreciate it|appreciate it|thank you kindly"),
		agrees: list("yes|yeah|yep|yup|sure|please"),
		fillers: list("ok|okay|oh|oh well|well|alright|all right|right|right then|so|then|and|um|uh|er|ah|hm|hmm|actually|really|just|now|here|today|tonight|" +
			"for now|for today|for tonight|for the moment|at the moment|for me|for us|from me|from us|for the day|i think|i guess|i believe|i suppose|i said|" +
			"it|you|too|everyone|everybody|guys|alexa|echo|no wait|oh wait|great|good|cool|perfect|lovely|nice|fine|awesome|wonderful|my dear|dear"),
		never: list("well done"),
	}
}
