/** A copy with another value at the path. Shares everything beside the path with the original. */
export function withValueAt(values: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(values)) {
    const index = Number(name)
    return Object.assign([...values], { [index]: withValueAt(values[index], rest, value) })
  }
  return isRecord(values) ? { ...values, [name]: withValueAt(values[name], rest, value) } : values
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The value that an input passes to `onChange`: the value itself, or an event whose target has it. */
export function inputValue(input: unknown): unknown {
  if (!isRecord(input) || !('nativeEvent' in input)) return input
  const { currentTarget } = input
  if (currentTarget instanceof HTMLInputElement && currentTarget.type === 'checkbox') return currentTarget.checked
  return isRecord(currentTarget) ? currentTarget.value : undefined
}

/** The value at a path such as `address.city`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (isRecord(value) ? value[name] : undefined), values)
}
