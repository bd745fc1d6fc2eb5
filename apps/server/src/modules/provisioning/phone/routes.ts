import * as phone from '@simwright/contract/provisioning/virtual-phone'
import { type App, serve } from '../../../http/serve.ts'
import type { PhoneServer as Server } from '../../../port/module.ts'
import { act, allowNext, closePhone, openPhone, openWatch, readPhone } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, phone.open, ({ who, input }) => openPhone(server, who, input))
  serve(app, phone.read, ({ who }) => readPhone(server, who))
  serve(app, phone.act, ({ who, input }) => act(server, who, input))
  serve(app, phone.next, ({ who, input }) => allowNext(server, who, input.id))
  serve(app, phone.watch, ({ who, input, signal }) => openWatch(server, who, { id: input.id, signal }))
  serve(app, phone.close, ({ who, input }) => closePhone(server, who, input.id))
}
