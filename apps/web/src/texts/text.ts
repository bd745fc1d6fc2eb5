import { platform } from '../platform/platform.ts'

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** The placeholders that a text leaves to the caller; `{appName}` comes from the platform. */
type Values<S extends string> = Exclude<Names<S>, 'appName'>

type Args<S extends string> = [Values<S>] extends [never] ? [] : [values: Record<Values<S>, string | number>]

/** A text of the catalogue with its `{name}` placeholders filled. */
export function say<S extends string>(text: S, ...args: Args<S>): string {
  const values: Record<string, string | number> = { appName: platform().appName, ...args[0] }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? format(values[name]!) : whole))
}

/** A text in its form for one and for any other number; `{count}` is filled. */
export function sayCount<S extends string>(forms: { one: S; other: S }, count: number): string {
  const text = count === 1 ? forms.one : forms.other
  return text.replaceAll('{count}', format(count))
}

function format(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString('en') : value
}
