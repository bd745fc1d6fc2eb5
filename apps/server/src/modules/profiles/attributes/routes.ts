import * as attribute from '@simwright/contract/profiles/attribute'
import { type App, serve } from '../../../http/serve.ts'
import type { AttributesServer as Server } from '../../../port/module.ts'
import {
  addAttribute,
  editAttribute,
  listAttributes,
  previewRetyping,
  removeAttribute,
  reorderAttributes,
  retypeAttribute,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, attribute.list, ({ who, input }) => listAttributes(server, who, input))
  serve(app, attribute.add, ({ who, input }) => addAttribute(server, who, input))
  serve(app, attribute.edit, ({ who, input }) => editAttribute(server, who, input))
  serve(app, attribute.previewRetype, ({ who, input }) => previewRetyping(server, who, input))
  serve(app, attribute.retype, ({ who, input }) => retypeAttribute(server, who, input))
  serve(app, attribute.reorder, ({ who, input }) => reorderAttributes(server, who, input))
  serve(app, attribute.remove, ({ who, input }) => removeAttribute(server, who, input))
}
