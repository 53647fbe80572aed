"""The logics of SMT-LIB, by their names."""

LOGICS = (
    "ALL", "QF_UF", "QF_IDL", "QF_RDL", "QF_LIA", "QF_LRA", "QF_LIRA", "QF_NIA", "QF_NRA", "QF_NIRA", "QF_UFIDL",
    "QF_UFRDL", "QF_UFLIA", "QF_UFLRA", "QF_UFLIRA", "QF_UFNIA", "QF_UFNRA", "QF_UFNIRA", "QF_AUFLIA",
    "QF_AUFLIRA", "QF_AUFNIA", "QF_ALIA", "QF_AX", "QF_BV", "QF_UFBV", "QF_ABV", "QF_AUFBV",
)  # fmt: skip
