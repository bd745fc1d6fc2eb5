/** An error or warning about one field of a configuration or of keys. Errors prevent building. */
export interface BuildFinding {
  readonly severity: 'error' | 'warning'
  readonly field: string
  readonly text: string
}

/** A finding that prevents building. */
export function error(field: string, text: string): BuildFinding {
  return { severity: 'error', field, text }
}

/** A finding that says where the profile differs from the input, or will not work everywhere. */
export function warning(field: string, text: string): BuildFinding {
  return { severity: 'warning', field, text }
}
