interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** Accepts addresses of this page's scripts only, for Trusted Types. A policy can be created once. */
export function trusted(scripts: readonly string[]): string[] {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (!types) return [...scripts];
  const policy = types.createPolicy('app', {
    createScriptURL(wanted) {
      if (!scripts.includes(wanted)) throw new TypeError('not a script of this page');
      return wanted;
    },
  });
  return scripts.map((address) => policy.createScriptURL(address));
}
