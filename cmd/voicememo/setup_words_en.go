package main

var setupInEnglish = setupWords{ //nolint:gosec // sentences about secrets
	intro: "This writes the settings of voicememo serve to %s. Enter accepts the answer in brackets.\n" +
		"Ctrl-C stops; nothing is written before the last answer.",
	aboutAddress: "1. The address at which your family opens the page, such as memo.example.com.",
	address:      "Address",
	aboutHTTPS: "2. Who provides HTTPS for this address?\n" +
		"   self   this program, on ports 443 and 80, with a certificate from Let's Encrypt\n" +
		"          (you accept its terms of service)\n" +
		"   proxy  a proxy or a tunnel in front of this program",
	https: "HTTPS",
	aboutGoogle: "3. The sign-in with Google. In the Google Cloud console, create an OAuth client of type\n" +
		"   Web application with this redirect URI, exactly as written:\n\n       %s\n",
	aboutIssuer: "3. The sign-in with %s. Register a client there with this redirect URI, exactly as written:\n\n       %s\n",
	clientID:    "Client id",
	secret:      "Client secret (it is not shown)",
	secretKept:  "Client secret (it is not shown; Enter keeps the present one)",
	secretNone:  "Client secret (it is not shown; Enter if there is none)",
	aboutSignup: "4. Who may create an account?\n" +
		"   allow-list  only the e-mail addresses that you list\n" +
		"   invited     only people with an invitation link; choose allow-list until you have an account yourself\n" +
		"   open        everyone who can sign in",
	signup:         "Accounts",
	allow:          "E-mail addresses, separated by commas",
	notAddress:     "an address is the name of this server on the Internet, such as memo.example.com",
	notHTTPS:       "an address begins with https://, because browsers keep a sign-in only there",
	notSelfOrProxy: "the answer is self or proxy",
	port:           "an address with a port needs proxy, because self uses port 443",
	notIssuer:      "an issuer is an https address, such as https://accounts.google.com",
	notGoogleID:    "a client id of Google ends with .apps.googleusercontent.com; for another issuer use --oidc-issuer URL",
	notClientID:    "a client id has no spaces; copy it from the page of the issuer",
	noSecret:       "the client secret is needed; the issuer shows it beside the client id",
	idAsSecret:     "this is the client id; the client secret is needed",
	notSecret:      "a client secret has no spaces",
	notSignup:      "the answer is allow-list, invited or open",
	notAllowed:     "%s is not an e-mail address such as taro@example.com, or the domain of an organization",
	everyone:       "%s would admit everyone with an account of Google; list the addresses of people",
	noneAllowed:    "list at least one e-mail address, such as taro@example.com",
	noList:         "a list of people has an effect only with --signup allow-list",
	notSkill:       "a skill id begins with amzn1.ask.skill.; the Alexa developer console shows it",
	unwritable:     `not every program would read this value from an environment file as it is written: leave out \, $ and " #", a quote or # at the beginning, and spaces at the ends`,
	noFile:         "name the file to write; only root can write %s",
	secretName:     "choose another name, because the client secret is written to the file client-secret in the same folder",
	unreadable:     "the present client secret cannot be read: %w; run setup as a user who may read it",
	missing:        "without a terminal, the answers must be in these flags",
	interrupted:    "interrupted; nothing was written",
	unchanged:      "Nothing changed in %s.",
	written:        "Written: %s",
	redirect:       "Redirect URI to register with the issuer: %s",
	next:           "Next:",
	again:          "# if it runs already",
	check:          "# checks the installation",
	skill:          "# when you have an Alexa skill",
	failed:         "%s cannot be written: %w",
}
