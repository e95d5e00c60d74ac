/** What people call a device: its nickname, or its MAC where it has none. */
export const apodoOf = (d: { Apodo?: string | null; Dispositivo: string }) => d.Apodo ?? d.Dispositivo
