import { Client, type ClientConfig } from 'pg'
import { StandbyDatabase } from './unreachable.ts'

type OnConnect = (error: Error | null) => void

/**
 * A client of the database that accepts writes; all connections of the server are such clients, except those for reports to a replica. A connection that reaches a
 * standby, as may happen during a failover, is ended: the next one may reach the database that took over.
 *
 * PostgreSQL reports `in_hot_standby` when a connection begins. A database never becomes a standby while connections to
 * it continue, because it restarts for that.
 */
export class PrimaryClient extends Client {
  #isStandby = false
  protected readonly acceptsStandby: boolean = false

  constructor(config?: string | ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') this.#isStandby = status.parameterValue === 'on'
    })
  }

  override connect(): Promise<Client>
  override connect(onConnect: OnConnect): void
  /** @throws StandbyDatabase */
  override connect(onConnect?: OnConnect): Promise<Client> | undefined {
    if (onConnect === undefined) return super.connect().then(() => this.#refuse())
    super.connect((error: Error | null) => {
      if (error) onConnect(error)
      else void this.#refuse().then(() => onConnect(null), onConnect)
    })
    return undefined
  }

  async #refuse(): Promise<this> {
    if (!this.#isStandby || this.acceptsStandby) return this
    await this.end()
    throw new StandbyDatabase('the database is a standby, or was just replaced by one')
  }
}
