/** A cell of a file for spreadsheets. Texts stay texts, so that identifiers keep all digits; numbers can be added up. */
export type Cell = string | number

export type CellRows = readonly (readonly Cell[])[]

/** The rows with numbers written as text, for CSV. */
export async function* textRows(chunks: AsyncIterable<CellRows>): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const rows of chunks) yield rows.map((cells) => cells.map(String))
}
