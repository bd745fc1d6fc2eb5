declare const brand: unique symbol

/** A string that went through its `parse` function and nothing else. */
export type Branded<Name extends string> = string & { readonly [brand]: Name }
