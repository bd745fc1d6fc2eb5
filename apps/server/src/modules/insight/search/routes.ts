import * as search from '@simwright/contract/insight/search'
import { type App, serve } from '../../../http/serve.ts'
import type { SearchServer as Server } from '../../../port/module.ts'
import { findByText } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, search.query, ({ who, input }) => findByText(server, who, input.text))
}
