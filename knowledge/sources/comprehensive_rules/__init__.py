"""The Comprehensive Rules: the page that links them, the encodings they came in, and their parts."""


from knowledge.sources.comprehensive_rules.encoding import decode
from knowledge.sources.comprehensive_rules.models import RulesText
from knowledge.sources.comprehensive_rules.transformer import parse_rules, rule_references

__all__ = ["RulesText", "decode", "parse_rules", "rule_references"]
