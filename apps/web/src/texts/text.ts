type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** The placeholders that the caller must fill; `say` fills `{appName}` itself. */
type Values<S extends string> = Exclude<Names<S>, 'appName'>

type Filled<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>]
type Args<S extends string> = Filled<Values<S>>

let appName = ''

/** Sets the name that fills `{appName}`: the one of the white-label platform. */
export function setAppName(name: string): void {
  appName = name
}

/** Fills the `{name}` placeholders of a text. */
export function say<S extends string>(text: S, ...args: Args<S>): string {
  const values: Record<string, string | number> = { appName, ...args[0] }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? format(values[name]!) : whole))
}

/** Chooses the singular or plural form of a text and fills `{count}`. */
export function sayCount<S extends string>(
  forms: { one: S; other: S },
  count: number,
  ...args: Filled<Exclude<Values<S>, 'count'>>
): string {
  const fill = say as (text: string, values: Record<string, string | number>) => string
  return fill(count === 1 ? forms.one : forms.other, { count, ...args[0] })
}

function format(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString('en') : value
}
