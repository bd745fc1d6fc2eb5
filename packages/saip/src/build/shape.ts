import { accessTechnologies } from '../ef/network.ts'

/** The form of a value in a description of a package. Its content is checked by the builder. */
export type Shape =
  | { readonly is: 'text' | 'number' | 'switch' | 'hex' | 'time' }
  /** The name of a file, from `folder` on. The value is its bytes. */
  | { readonly is: 'file'; readonly folder: string }
  | { readonly is: 'one of'; readonly values: readonly (string | number)[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'object'; readonly fields: Fields }
  /** A text, or an object with more about it. */
  | { readonly is: 'text or object'; readonly fields: Fields }
/** The fields of an object. `required` ones must be there. */
export type Fields = Readonly<Record<string, Shape & { readonly required?: true }>>

export const text = { is: 'text' } as const
export const number = { is: 'number' } as const
export const toggle = { is: 'switch' } as const
export const hex = { is: 'hex' } as const
export const time = { is: 'time' } as const
export const fileIn = (folder: string) => ({ is: 'file', folder }) as const
export const list = (of: Shape) => ({ is: 'list', of }) as const
export const oneOf = (...values: readonly (string | number)[]) => ({ is: 'one of', values }) as const
export const object = (fields: Fields) => ({ is: 'object', fields }) as const
export const textOr = (fields: Fields) => ({ is: 'text or object', fields }) as const
/** Networks with their access technologies. */
export const choices = list(
  object({
    plmn: { ...text, required: true },
    access: { ...list(oneOf(...Object.keys(accessTechnologies))), required: true },
  }),
)
