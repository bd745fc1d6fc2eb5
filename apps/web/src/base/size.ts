const units = ['bytes', 'KiB', 'MiB', 'GiB']

/** "32 MiB", "1.4 KiB". */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  const digits = step === 0 || value >= 100 || Number.isInteger(value) ? 0 : 1
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${units[step]}`
}
