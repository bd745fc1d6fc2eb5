declare const brand: unique symbol

/** A string that only its `parse` function produces. */
export type Branded<Name extends string> = string & { readonly [brand]: Name }
