//! What this machine has.

use std::sync::LazyLock;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// MiB of memory that this program can have at most: those of the machine, or of the group of processes that it is confined to.
/// None if the system does not report it.
pub(super) fn memory_mib() -> Option<u64> {
    static MEMORY: LazyLock<Option<u64>> = LazyLock::new(|| {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(memory);
        let confined = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
        Some(system.total_memory().min(confined) >> 20).filter(|mib| *mib > 0)
    });
    *MEMORY
}
