const UNIQUE_VIOLATION = '23505'

/** Whether PostgreSQL refused a row because of this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, constraint: broken } = error as { code?: string; constraint?: string }
  return code === UNIQUE_VIOLATION && broken === constraint
}
