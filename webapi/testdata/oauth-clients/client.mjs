// Two independent OAuth clients use this project's authorization server. A test of
// webapi answers for the person: this program writes a line, and reads one in return.
//
//   authorize URL  -> the address to which the browser was sent
//   device CODE    -> done
//   result JSON    -> nothing
//
// Arguments: the issuer, the secret of the client alexa, and its redirect address.
import { createInterface } from 'node:readline';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';

const [issuer, secret, redirect] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const insecure = { [oauth.allowInsecureRequests]: true };
const loopback = 'http://127.0.0.1:45678/callback';

async function ask(line) {
  process.stdout.write(`${line}\n`);
  const answer = await lines.next();
  return answer.value;
}

async function fails(what, work) {
  try {
    await work();
  } catch {
    return;
  }
  throw new Error(`${what} was accepted`);
}

async function read(token, status) {
  const response = await fetch(`${issuer}/api/memos`, { headers: { Authorization: `Bearer ${token}` } });
  if (response.status !== status) {
    throw new Error(`reading the memos: got ${response.status}, want ${status}`);
  }
}

// oauth4webapi, as the command line and as a registered client.
async function low() {
  const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...insecure });
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  const resource = new URL(`${issuer}/api`);
  await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, insecure));
  const metadata = { client_name: 'Independent', redirect_uris: [loopback], token_endpoint_auth_method: 'none' };
  const made = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure);
  const registered = await oauth.processDynamicClientRegistrationResponse(made);

  for (const client of [{ client_id: 'voicememo' }, registered]) {
    const none = oauth.None();
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const to = new URL(server.authorization_endpoint);
    to.search = new URLSearchParams({
      client_id: client.client_id, redirect_uri: loopback, response_type: 'code', scope: 'read add', state, resource: resource.href,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    });
    const back = new URL(await ask(`authorize ${to.href}`));
    for (const iss of ['https://evil.example', undefined]) { // a mix-up of servers (RFC 9207)
      const mixed = new URL(back);
      iss ? mixed.searchParams.set('iss', iss) : mixed.searchParams.delete('iss');
      await fails('another issuer', () => oauth.validateAuthResponse(server, client, mixed, state));
    }
    const answer = oauth.validateAuthResponse(server, client, back, state);
    const got = await oauth.processAuthorizationCodeResponse(server, client,
      await oauth.authorizationCodeGrantRequest(server, client, none, answer, loopback, verifier, insecure));
    await read(got.access_token, 200);
    const next = await oauth.processRefreshTokenResponse(server, client,
      await oauth.refreshTokenGrantRequest(server, client, none, got.refresh_token, insecure));
    await read(next.access_token, 200);
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, none, next.refresh_token, insecure));
    await read(next.access_token, 401);
  }

  const client = { client_id: 'voicememo' };
  const asked = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), { scope: 'read' }, insecure);
  const device = await oauth.processDeviceAuthorizationResponse(server, client, asked);
  const poll = async () => oauth.processDeviceCodeResponse(server, client,
    await oauth.deviceCodeGrantRequest(server, client, oauth.None(), device.device_code, insecure));
  await ask(`device ${device.user_code}`);
  const got = await poll();
  await read(got.access_token, 200);
  await fails('a device code that was used', poll);
  await read(got.access_token, 401);
}

// openid-client, as Alexa with its secret and as a device.
async function high() {
  const options = { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] };
  const alexa = await oidc.discovery(new URL(issuer), 'alexa', undefined, oidc.ClientSecretBasic(secret), options);
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const to = oidc.buildAuthorizationUrl(alexa, {
    redirect_uri: redirect, state, code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
  });
  const back = new URL(await ask(`authorize ${to.href}`));
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  await fails('another state', () => oidc.authorizationCodeGrant(alexa, back, { ...checks, expectedState: 'other' }));
  const first = await oidc.authorizationCodeGrant(alexa, back, checks);
  const second = await oidc.refreshTokenGrant(alexa, first.refresh_token);
  await oidc.refreshTokenGrant(alexa, first.refresh_token);
  await oidc.tokenRevocation(alexa, second.refresh_token);
  await fails('a revoked token', () => oidc.refreshTokenGrant(alexa, second.refresh_token));

  const program = await oidc.discovery(new URL(issuer), 'voicememo', undefined, oidc.None(), options);
  const device = await oidc.initiateDeviceAuthorization(program, { scope: 'memos' });
  await ask(`device ${device.user_code}`);
  const got = await oidc.pollDeviceAuthorizationGrant(program, { ...device, interval: 1 });
  await read(got.access_token, 200);
}

await low();
await high();
process.stdout.write('done\n');
process.exit(0);
