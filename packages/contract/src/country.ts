/** Codes that name no country of its own: groups of countries, deprecated codes and those of private use. */
const NO_COUNTRY = /^(Q[M-Z]|X[A-JL-Z]|AA|ZZ|EU|EZ|UN|UK|AC|CP|CQ|DG|DY|EA|FX|IC|SU|TA|TP|YU|AN|BU|CS|DD|NT|ZR)$/

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The name of the country with an ISO 3166-1 alpha-2 code; undefined if there is none. */
export const countryNameOf = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && !NO_COUNTRY.test(code) ? names.of(code) : undefined
