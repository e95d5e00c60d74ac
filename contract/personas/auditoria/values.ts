export const ACCIONES = ['crear', 'cambiar', 'eliminar'] as const
