export function bundle(code: string, external?: string[]): Promise<{ code: string; gzip: number; packages: string[] }>
