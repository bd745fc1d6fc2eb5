import { platform } from '../brand/platform.ts'

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** The placeholders that a text leaves to the caller; `{appName}` comes from the platform. */
type Values<S extends string> = Exclude<Names<S>, 'appName'>

type Filled<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>]
type Args<S extends string> = Filled<Values<S>>

/** A text of the catalogue with its `{name}` placeholders filled. */
export function say<S extends string>(text: S, ...args: Args<S>): string {
  const values: Record<string, string | number> = { appName: platform().appName, ...args[0] }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? format(values[name]!) : whole))
}

/** A text in its form for one and for any other number; `{count}` is filled. */
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
