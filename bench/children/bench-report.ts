/** The report that the benchmark's own services answer with. */

export function benchReport(service: string): string {
  return JSON.stringify({
    status: 'healthy',
    service,
    timestamp: new Date().toISOString(),
    environment: 'bench',
    version: '1.2.3',
    uptime: 86_400.5,
    memory: { used: 182.4, total: 512 },
  });
}
