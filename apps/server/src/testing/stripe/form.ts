/** The parameters of a request of Stripe's API: `a[b][0]=c` is `{a: {b: {0: 'c'}}}`, as the API encodes them. */
export type Params = { readonly [name: string]: string | Params }

type Growing = { [name: string]: string | Growing }

/** Parses a form or a query string. */
export function parseParams(text: string): Params {
  const params: Growing = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let at = params
    for (const part of path) {
      const known = at[part]
      const next: Growing = typeof known === 'object' ? known : {}
      at[part] = next
      at = next
    }
    at[last] = value
  }
  return params
}

/** The text at a path, such as `textAt(params, 'metadata', 'order')`. */
export function textAt(params: Params, ...path: readonly string[]): string | undefined {
  const found = valueAt(params, path)
  return typeof found === 'string' ? found : undefined
}

/** The texts of an object, such as the metadata. */
export function textsAt(params: Params, ...path: readonly string[]): Record<string, string> {
  const found = valueAt(params, path)
  if (typeof found !== 'object') return {}
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => !isParams(entry[1])))
}

const isParams = (value: string | Params): value is Params => typeof value === 'object'

function valueAt(params: Params, path: readonly string[]): string | Params | undefined {
  let at: string | Params | undefined = params
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return at
}
