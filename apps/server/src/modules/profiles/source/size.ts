/** `32 MiB`, `4 KiB` */
export function formatBytes(bytes: number): string {
  const mebibyte = 1024 * 1024
  return bytes >= mebibyte ? `${bytes / mebibyte} MiB` : `${bytes / 1024} KiB`
}
