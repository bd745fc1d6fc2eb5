import { type Connection, Query } from 'pg'

/** How the rows of a statement are read: the driver derives it from RowDescription. */
type RowReader = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

type OnAnswer = (error: Error | null, result: unknown) => void

/** What the driver's class has beyond its published types. */
type DriverQuery = {
  name: string
  values: readonly unknown[]
  callback: OnAnswer
  _result: RowReader
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}

const Driver = Query as unknown as new (text: string) => DriverQuery

/** The prepared statements of one connection. */
export class NamedStatements {
  readonly #connection: Connection
  readonly #readers = new Map<string, RowReader>()
  readonly #messages: Uint8Array[] = []
  readonly #collecting: Connection
  readonly #collectingUndescribed: Connection

  constructor(connection: Connection) {
    this.#connection = connection
    const collect = { value: (message: Uint8Array) => this.#messages.push(message) }
    this.#collecting = Object.create(connection, { _send: collect })
    this.#collectingUndescribed = Object.create(connection, { _send: collect, describe: { value: () => {} } })
  }

  readerOf(name: string): RowReader | undefined {
    return this.#readers.get(name)
  }

  learn(name: string, { fields, _parsers, _prebuiltEmptyResultObject }: RowReader): void {
    this.#readers.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** Sends what `write` writes in one piece. */
  send(write: (connection: Connection) => void, describe: 'described' | 'undescribed'): void {
    write(describe === 'described' ? this.#collecting : this.#collectingUndescribed)
    const { stream } = this.#connection
    if (stream.writable) stream.write(Buffer.concat(this.#messages))
    this.#messages.length = 0
  }
}

type Sent = { name: string; values: readonly unknown[]; statements: NamedStatements; onAnswer: OnAnswer }

/**
 * A prepared statement that PostgreSQL describes the first time only. Its columns stay: PostgreSQL refuses to run one whose
 * columns have changed since ("cached plan must not change result type").
 */
export class NamedQuery extends Driver {
  readonly #statements: NamedStatements

  constructor(text: string, { name, values, statements, onAnswer }: Sent) {
    super(text)
    this.name = name
    this.values = values.map(asParameter)
    this.callback = onAnswer
    this.#statements = statements
  }

  submit(): null {
    const reader = this.#statements.readerOf(this.name)
    this.#statements.send((connection) => this.prepare(connection), reader ? 'undescribed' : 'described')
    if (reader) {
      Object.assign(this._result, reader)
      this._accumulateRows = true
    }
    return null
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    this.#statements.learn(this.name, this._result)
  }

  /** A statement that returns no rows has no RowDescription. */
  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection)
    if (!this.#statements.readerOf(this.name)) this.#statements.learn(this.name, this._result)
  }
}

/** The driver would write a date in the time zone of the machine, piece by piece, which takes much longer. */
const asParameter = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
