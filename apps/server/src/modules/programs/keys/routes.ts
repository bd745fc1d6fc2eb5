import * as key from '@simwright/contract/programs/keys'
import { type App, serve } from '../../../http/serve.ts'
import type { Server } from './port.ts'
import { createKey, editKey, endKeySecret, listKeys, revokeKey, rotateKey } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, key.list, ({ who, input }) => listKeys(server, who, input))
  serve(app, key.add, ({ who, input }) => createKey(server, who, input))
  serve(app, key.edit, ({ who, input }) => editKey(server, who, input))
  serve(app, key.rotate, ({ who, input }) => rotateKey(server, who, input))
  serve(app, key.endSecret, ({ who, input }) => endKeySecret(server, who, input))
  serve(app, key.revoke, ({ who, input }) => revokeKey(server, who, input))
}
