/**
 * A handle of the card key, which seals profile keys, confirmation codes, bound packages, and the private keys of the
 * SM-DP+, the test CI and PGP. It can be passed around, but only the functions of `modules/platform/vault` can use it, and
 * `npm run check` lists the modules that may import them.
 */
export class Vault {
  declare private readonly brand: 'vault'
}
