const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** Country name of an ISO 3166 code; any other text is returned unchanged. */
export function regionName(region: string | null): string | undefined {
  if (region === null) return undefined
  return /^[A-Z]{2}$/.test(region) ? countryNames.of(region) : region
}
