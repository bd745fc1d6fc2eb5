import * as tag from '@simwright/contract/profiles/tag'
import { type App, serve } from '../../../http/serve.ts'
import type { TagsServer as Server } from '../../../port/module.ts'
import { addTag, editTag, listTags, mergeTag, removeTag } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, tag.list, ({ who, input }) => listTags(server, who, input))
  serve(app, tag.add, ({ who, input }) => addTag(server, who, input))
  serve(app, tag.edit, ({ who, input }) => editTag(server, who, input))
  serve(app, tag.merge, ({ who, input }) => mergeTag(server, who, input))
  serve(app, tag.remove, ({ who, input }) => removeTag(server, who, input))
}
