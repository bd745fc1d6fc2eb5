/** Standard streams and environment of a command. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: NodeJS.ReadStream
  /** Results go to `output`, everything else to `notes`. */
  readonly output: NodeJS.WriteStream
  readonly notes: NodeJS.WriteStream
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

/** Waits until the text was taken, so that a long list does not fill the memory. */
export async function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await new Promise<void>((resolve) => stream.once('drain', () => resolve()))
}

/** A text of the portal without control characters, which could change the terminal. */
export const printable = (text: string) =>
  text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (/[\t\n]/.test(character) ? character : '?'))
