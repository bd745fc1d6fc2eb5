const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** A region as the portal keeps it (ISO 3166 code), in words; what is no code stays as it is. */
export function regionName(region: string | null): string | undefined {
  if (region === null) return undefined
  return /^[A-Z]{2}$/.test(region) ? countryNames.of(region) : region
}
