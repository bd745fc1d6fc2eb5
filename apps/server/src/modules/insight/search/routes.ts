import * as search from '@simwright/contract/insight/search'
import { type App, serve } from '../../../http/serve.ts'
import type { Server } from './port.ts'
import { findByText } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, search.query, ({ who, input }) => findByText(server, who, input.text))
}
