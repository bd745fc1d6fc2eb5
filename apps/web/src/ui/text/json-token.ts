const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g

type Token = { text: string; kind: 'name' | 'text' | 'number' | 'word' | undefined }

/** Splits formatted JSON into names, texts, numbers, words and what is between them. */
export function jsonTokens(json: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of json.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ text: json.slice(end, match.index), kind: undefined })
    const [whole, quoted, colon] = match
    if (quoted !== undefined) {
      tokens.push({ text: quoted, kind: colon === undefined ? 'text' : 'name' })
      if (colon !== undefined) tokens.push({ text: colon, kind: undefined })
    } else tokens.push({ text: whole, kind: /^[-\d]/.test(whole) ? 'number' : 'word' })
    end = match.index + whole.length
  }
  if (end < json.length) tokens.push({ text: json.slice(end), kind: undefined })
  return tokens
}
