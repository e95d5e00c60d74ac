export const FORMATOS = ['xlsx', 'pdf'] as const
