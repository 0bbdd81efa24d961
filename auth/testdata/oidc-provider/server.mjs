// A certified OpenID provider with one client, for the end-to-end test. Its
// address is the first line it prints. As the standard has it, names and
// addresses come from the userinfo endpoint, not in the ID token.
//
// usage: node server.mjs CLIENT_ID CLIENT_SECRET REDIRECT_URI
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [client_id, client_secret, redirect_uri] = process.argv.slice(2);
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id, client_secret, redirect_uris: [redirect_uri] }],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId, name: `Test ${accountId}`, email: `${accountId}@example.test`, email_verified: true,
      }),
    }),
  });
  server.on('request', provider.callback());
  console.log(issuer);
});
