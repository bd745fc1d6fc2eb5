import { elementRef } from '../card/installation.ts'
import type { ProfileElement } from '../codec/profile-element.ts'
import { findTemplate } from '../template/table.ts'
import type { FileTemplate } from '../template/template.ts'
import { at, isMandated } from './order-rule.ts'
import { fileComponents, isTemplateElement, type PackageView, type TemplateElement } from './package-view.ts'
import { type Fault, inFile, type Rule } from './rule.ts'

/**
 * Templates of which an eUICC of version 3 need not support the first version (annex A, 9.4.1, 9.5.2.1), by OID without
 * version.
 */
const renewed = ['2.23.143.1.2.3', '2.23.143.1.2.4', '2.23.143.1.2.5']

/** Elements and their file structure templates. */
export const templateRules: readonly Rule[] = [
  {
    id: 'template-known',
    clause: '8.3.3',
    severity: 'error',
    faults: (view) =>
      perElement(view, (element) =>
        findTemplate(element.value.templateID) === undefined && isMandated(element)
          ? `Template ${element.value.templateID} is unknown.`
          : undefined,
      ),
  },
  {
    id: 'template-skipped',
    clause: '8.11',
    severity: 'warning',
    faults: (view) =>
      perElement(view, (element) =>
        findTemplate(element.value.templateID) === undefined && !isMandated(element)
          ? `The ${element.kind} element is skipped by an eUICC without template ${element.value.templateID}.`
          : undefined,
      ),
  },
  {
    id: 'template-kind',
    clause: '8.3.3',
    severity: 'error',
    faults: (view) =>
      perTemplate(view, (element, { oid, element: kind }) =>
        kind === element.kind ? [] : [`Template ${oid} belongs to ${kind}, not to ${element.kind}.`],
      ),
  },
  {
    id: 'template-file',
    clause: '8.3.3',
    severity: 'error',
    faults: (view) =>
      perTemplate(view, (element, template) => {
        if (template.element !== element.kind) return []
        const known = new Set(template.files.map(({ field }) => field))
        return fileComponents(element)
          .filter(([field]) => !known.has(field))
          .map(([field]) => `Template ${template.oid} has no ${field}.`)
      }),
  },
  {
    id: 'template-version',
    clause: 'annex A, 9.4.1',
    severity: 'warning',
    faults: (view) => {
      const header = view.elements[0]
      const major = header?.kind === 'header' ? header.value['major-version'] : undefined
      if (major === undefined) return []
      return perElement(view, ({ value: { templateID } }) => {
        if (major >= 3 && renewed.includes(templateID)) return `An eUICC of version 3 need not support ${templateID}.`
        const isRenewed = renewed.some((oid) => templateID.startsWith(`${oid}.`))
        return major < 3 && isRenewed ? `An eUICC of version 2 does not know template ${templateID}.` : undefined
      })
    },
  },
  {
    id: 'template-listed',
    clause: '8.2.1',
    severity: 'warning',
    faults: (view) => {
      const listed = listedTemplates(view.elements)
      if (listed === undefined) return []
      return perElement(view, (element) =>
        isMandated(element) && !listed.includes(element.value.templateID)
          ? `The header does not list template ${element.value.templateID}, which is mandatory.`
          : undefined,
      )
    },
  },
  {
    id: 'template-unused',
    clause: '8.2.1',
    severity: 'warning',
    faults: ({ elements }) => {
      const used = new Set(elements.filter(isTemplateElement).map(({ value }) => value.templateID))
      const unused = (listedTemplates(elements) ?? []).filter((oid) => !used.has(oid))
      return unused.map((oid) => at(elements, 0, `The header lists template ${oid}, which no element uses.`))
    },
  },
  {
    id: 'template-content',
    clause: 'annex A',
    severity: 'warning',
    // FF, which such a file gets, is not a value.
    faults: ({ files }) =>
      files
        .filter(
          ({ template, fills, link, fcp, structure }) =>
            template !== undefined &&
            template.content === undefined &&
            (structure === 'TR' || structure === 'LF' || structure === 'CY') &&
            fills.length === 0 &&
            link === undefined &&
            fcp?.proprietaryEFInfo?.fillPattern === undefined &&
            fcp?.proprietaryEFInfo?.repeatPattern === undefined,
        )
        .map((file) => inFile(file, `${file.name} has no content, and its template gives none.`)),
  },
]

function listedTemplates([header]: readonly ProfileElement[]): readonly string[] | undefined {
  return header?.kind === 'header' ? header.value['eUICC-Mandatory-GFSTEList'] : undefined
}

function perElement({ elements }: PackageView, judge: (element: TemplateElement) => string | undefined): Fault[] {
  return elements.flatMap((element, index) => {
    const text = isTemplateElement(element) ? judge(element) : undefined
    return text === undefined ? [] : [{ text, element: elementRef(element, index) }]
  })
}

function perTemplate(
  { elements }: PackageView,
  judge: (element: TemplateElement, template: FileTemplate) => readonly string[],
): Fault[] {
  return elements.flatMap((element, index) => {
    const template = isTemplateElement(element) ? findTemplate(element.value.templateID) : undefined
    if (template === undefined || !isTemplateElement(element)) return []
    return judge(element, template).map((text) => ({ text, element: elementRef(element, index) }))
  })
}
