/** The fields of a form, by their names; those that are not there are empty. */
export function fieldsOf<const TName extends string>(form: HTMLFormElement): Record<TName, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
  return Object.fromEntries(entries) as Record<TName, string>
}
