import * as device from '@simwright/contract/programs/device'
import * as key from '@simwright/contract/programs/keys'
import { type App, serve } from '../../../http/serve.ts'
import type { KeysServer as Server } from '../../../port/module.ts'
import { approveDevice, checkDevice, pollDevice, refuseDevice, startDevice } from './device.ts'
import { createKey, editKey, endKeySecret, listKeys, revokeKey, rotateKey } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, key.list, ({ who, input }) => listKeys(server, who, input))
  serve(app, key.add, ({ who, input }) => createKey(server, who, input))
  serve(app, key.edit, ({ who, input }) => editKey(server, who, input))
  serve(app, key.rotate, ({ who, input }) => rotateKey(server, who, input))
  serve(app, key.endSecret, ({ who, input }) => endKeySecret(server, who, input))
  serve(app, key.revoke, ({ who, input }) => revokeKey(server, who, input))
  serve(app, device.start, ({ address, input }) => startDevice(server, address, input))
  serve(app, device.poll, ({ input }) => pollDevice(server, input))
  serve(app, device.check, ({ who, address, input }) => checkDevice(server, { who, address }, input))
  serve(app, device.approve, ({ who, input }) => approveDevice(server, who, input))
  serve(app, device.refuse, ({ who, input }) => refuseDevice(server, who, input))
}
